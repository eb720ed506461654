//! Minimising smooth functions by L-BFGS. The only place that knows `argmin`.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error as Failure, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

/// A function with its gradient: fills the gradient in, gives the value.
pub(super) trait Objective {
    /// Value at `at`; the gradient goes into `gradient`.
    fn evaluate(&self, at: &[f64], gradient: &mut [f64]) -> f64;
}

struct Adapter<'a, O> {
    objective: &'a O,
    state: RefCell<Evaluations>,
}

/// What was evaluated last, and what was best: value and gradient are asked for one after the other at the same place.
#[derive(Default)]
struct Evaluations {
    last: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    best: Vec<f64>,
    best_value: f64,
}

impl<O: Objective> Adapter<'_, O> {
    fn at(&self, at: &[f64]) -> std::cell::RefMut<'_, Evaluations> {
        let mut state = self.state.borrow_mut();
        if state.last != at {
            let Evaluations { last, value, gradient, best, best_value } = &mut *state;
            last.clear();
            last.extend_from_slice(at);
            gradient.resize(at.len(), 0.0);
            gradient.fill(0.0);
            *value = self.objective.evaluate(at, gradient);
            if best.is_empty() || *value < *best_value {
                best.clear();
                best.extend_from_slice(at);
                *best_value = *value;
            }
        }
        state
    }
}

impl<O: Objective> CostFunction for &Adapter<'_, O> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, at: &Vec<f64>) -> Result<f64, Failure> {
        Ok(self.at(at).value)
    }
}

impl<O: Objective> Gradient for &Adapter<'_, O> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, at: &Vec<f64>) -> Result<Vec<f64>, Failure> {
        Ok(self.at(at).gradient.clone())
    }
}

/// Steps remembered by L-BFGS.
const MEMORY: usize = 7;

/// Where `objective` is least, from `start` on, after at most `iterations`.
///
/// A line search that finds no better point ends the search as well: the best point seen is given.
pub(super) fn minimize(objective: &impl Objective, start: Vec<f64>, iterations: u64, tolerance: f64) -> Vec<f64> {
    if start.is_empty() {
        return start;
    }
    let adapter = Adapter { objective, state: RefCell::default() };
    let search = MoreThuenteLineSearch::new();
    let solver = LBFGS::new(search, MEMORY).with_tolerance_grad(tolerance).and_then(|solver| solver.with_tolerance_cost(1e-7));
    if let Ok(solver) = solver {
        let run = Executor::new(&adapter, solver).configure(|state| state.param(start.clone()).max_iters(iterations)).run();
        drop(run.map(|result| result.state().get_iter()));
    }
    let best = adapter.state.into_inner().best;
    if best.is_empty() { start } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bowl;

    impl Objective for Bowl {
        fn evaluate(&self, at: &[f64], gradient: &mut [f64]) -> f64 {
            let target = [3.0, -1.0, 0.5];
            let mut value = 0.0;
            for (number, (slope, (x, t))) in gradient.iter_mut().zip(at.iter().zip(target)).enumerate() {
                let steep = (number + 1) as f64;
                *slope = 2.0 * steep * (x - t);
                value += steep * (x - t) * (x - t);
            }
            value
        }
    }

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let found = minimize(&Bowl, vec![0.0; 3], 50, 1e-8);
        for (found, expected) in found.iter().zip([3.0, -1.0, 0.5]) {
            assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
        }
        assert_eq!(minimize(&Bowl, Vec::new(), 50, 1e-8), Vec::<f64>::new());
    }
}

//! The tensors of a model, written and read.

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use super::{WEIGHTS, bad};
use crate::cause::Classifier;
use crate::cause::linear::Weights;
use crate::error::{Error, ErrorKind, Result};

/// The tensors of a classifier, as a file.
pub(super) fn serialize(classifier: &Classifier) -> Result<Vec<u8>> {
    let text = &classifier.encoder.text;
    let names = text.names().lines().as_bytes().to_vec();
    let halves = |weights: &Weights| -> Vec<u8> { weights.of.iter().flat_map(|&weight| f16::from_f32(weight).to_le_bytes()).collect() };
    let singles = |values: &[f32]| -> Vec<u8> { values.iter().flat_map(|value| value.to_le_bytes()).collect() };
    let tensors = [
        ("features.names", Dtype::U8, vec![names.len()], names),
        ("features.rarity", Dtype::F32, vec![text.len()], singles(text.rarity())),
        ("kind.bias", Dtype::F32, vec![classifier.kind.answers], singles(&classifier.kind.intercepts)),
        ("kind.weight", Dtype::F16, vec![text.len(), classifier.kind.answers], halves(&classifier.kind)),
        ("sentence.bias", Dtype::F32, vec![classifier.sentence.answers], singles(&classifier.sentence.intercepts)),
        ("sentence.weight", Dtype::F16, vec![text.len(), classifier.sentence.answers], halves(&classifier.sentence)),
    ];
    let failed = |error: safetensors::SafeTensorError| Error::new(ErrorKind::Model, error.to_string());
    let mut views = Vec::with_capacity(tensors.len());
    for (name, dtype, shape, bytes) in &tensors {
        views.push((*name, TensorView::new(*dtype, shape.clone(), bytes).map_err(failed)?));
    }
    safetensors::serialize(views, None).map_err(failed)
}

pub(super) fn tensor<'a>(tensors: &SafeTensors<'a>, name: &str, dtype: Dtype, shape: Option<&[usize]>) -> Result<&'a [u8]> {
    let found = tensors.tensor(name).map_err(|error| bad(format!("{WEIGHTS}: {error}")))?;
    if found.dtype() != dtype || shape.is_some_and(|shape| found.shape() != shape) {
        return Err(bad(format!(
            "{WEIGHTS}: `{name}` is {:?} {:?}, not {dtype:?} {:?}",
            found.dtype(),
            found.shape(),
            shape.unwrap_or_default()
        )));
    }
    Ok(found.data())
}

pub(super) fn floats(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
    let bytes = tensor(tensors, name, Dtype::F32, Some(shape))?;
    finite(name, bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
}

pub(super) fn matrix(tensors: &SafeTensors<'_>, name: &str, features: usize, answers: usize) -> Result<Weights> {
    let weight = format!("{name}.weight");
    let bytes = tensor(tensors, &weight, Dtype::F16, Some(&[features, answers]))?;
    let of = finite(&weight, bytes.as_chunks().0.iter().map(|two| single(u16::from_le_bytes(*two))).collect())?;
    Ok(Weights { answers, of, intercepts: floats(tensors, &format!("{name}.bias"), &[answers])? })
}

/// The bits of a half-precision number in single precision: exponent and mantissa move to their new places, and a power of
/// two makes up for the exponents' different biases. Quicker than looking at each kind of number by itself.
pub(super) fn single(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff) << 13;
    // Infinities and what is no number keep their exponent of ones.
    let endless = if bits & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
    let value = f32::from_bits(magnitude) * f32::from_bits((254 - 15) << 23);
    f32::from_bits(value.to_bits() | endless | u32::from(bits & 0x8000) << 16)
}

pub(super) fn finite(name: &str, values: Vec<f32>) -> Result<Vec<f32>> {
    if values.iter().all(|value| value.is_finite()) {
        Ok(values)
    } else {
        Err(bad(format!("{WEIGHTS}: `{name}` holds a number that is not finite")))
    }
}

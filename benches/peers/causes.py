"""Classifiers as people set them up: `fit` on (text, cause), `predict` the causes of texts. All on one thread."""
import collections
import csv
import pathlib
import random
import re
import tempfile
import time
import unicodedata


class Missing(Exception):
    """What a rival needs is not there."""


class Linear:
    """TF-IDF with a linear model of scikit-learn."""

    def __init__(self, characters, svm):
        self.characters, self.svm = characters, svm

    def fit(self, pairs):
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline, make_union
        from sklearn.svm import LinearSVC
        words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2, strip_accents="unicode")
        grams = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True, min_df=2, strip_accents="unicode", max_features=200_000)
        model = LinearSVC(C=0.5, class_weight="balanced") if self.svm else LogisticRegression(C=10, max_iter=300, class_weight="balanced")
        self.model = make_pipeline(make_union(words, grams) if self.characters else words, model)
        self.model.fit([text for text, _ in pairs], [cause for _, cause in pairs])

    def predict(self, texts):
        return list(self.model.predict(texts))


class FastText:
    """fastText, supervised; of a few settings, those best on the corpus's side `dev`."""

    def fit(self, pairs):
        try:
            import fasttext
        except ImportError as error:
            raise Missing("fasttext is not installed") from error
        rows = [f"__label__{cause} {tokens(text)}\n" for text, cause in pairs]
        random.Random(0).shuffle(rows)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "train.txt")
            path.write_text("".join(rows), encoding="utf-8")
            # Many short rows need fewer rounds than few long ones.
            settings = {"epoch": 300 if len(rows) < 5000 else 50, "wordNgrams": 1, "dim": 30, "thread": 1, "seed": 0, "verbose": 0}
            for rate in (0.5, 0.25, 0.1):
                try:
                    self.model = fasttext.train_supervised(str(path), lr=rate, **settings)
                    return
                except RuntimeError:  # It diverged; with smaller steps it may not.
                    continue
            raise Missing("fastText diverged at every learning rate")

    def predict(self, texts):
        return [self.model.predict(tokens(text))[0][0].removeprefix("__label__") for text in texts]


class VowpalWabbit:
    """Vowpal Wabbit, one against all, with word pairs."""

    def fit(self, pairs):
        try:
            import vowpalwabbit
        except ImportError as error:
            raise Missing("vowpalwabbit is not installed") from error
        self.labels = sorted({cause for _, cause in pairs})
        self.model = vowpalwabbit.Workspace(oaa=len(self.labels), loss_function="logistic", b=22, ngram=2, random_seed=0, quiet=True)
        rows = [f"{self.labels.index(cause) + 1} | {tokens(text)}" for text, cause in pairs]
        shuffled = random.Random(0)
        for _ in range(10):
            shuffled.shuffle(rows)
            for row in rows:
                self.model.learn(row)

    def predict(self, texts):
        return [self.labels[self.model.predict(f"| {tokens(text)}") - 1] for text in texts]


class Embeddings:
    """all-MiniLM-L6-v2 as sentence-transformers loads it, and logistic regression on the vectors."""

    encoder, vectors = None, {}

    def load(self):
        if Embeddings.encoder is not None:
            return
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise Missing("sentence-transformers is not installed") from error
        try:
            import torch
            torch.set_num_threads(1)
            try:
                from all_minilm_l6_v2 import get_model_zip_path
                from zipfile import ZipFile
                folder = pathlib.Path(tempfile.gettempdir(), "all-MiniLM-L6-v2")
                ZipFile(get_model_zip_path()).extractall(folder)
                name = str(folder)
            except ImportError:
                name = "sentence-transformers/all-MiniLM-L6-v2"
            Embeddings.encoder = SentenceTransformer(name, device="cpu")
        except Exception as error:
            raise Missing("weights not available") from error

    def encoded(self, texts):
        new = list(dict.fromkeys(text for text in texts if text not in self.vectors))
        if new:
            self.vectors.update(zip(new, self.encoder.encode(new, batch_size=32, normalize_embeddings=True, show_progress_bar=False)))
        return [self.vectors[text] for text in texts]

    def fit(self, pairs):
        self.load()
        from sklearn.linear_model import LogisticRegression
        self.model = LogisticRegression(C=10, max_iter=1000, class_weight="balanced")
        self.model.fit(self.encoded([text for text, _ in pairs]), [cause for _, cause in pairs])

    def predict(self, texts):
        return list(self.model.predict(self.encoded(texts)))

    def forget(self, texts):
        """So that reading them again costs what it costs."""
        for text in texts:
            self.vectors.pop(text, None)


class Keywords:
    """Rules without training: the label whose terms of the corpus's lexicon a text holds most often."""

    def __init__(self, lexicon):
        self.lexicon = lexicon

    def fit(self, pairs):
        stems = collections.defaultdict(list)
        with open(self.lexicon, encoding="utf-8", newline="") as rows:
            for row in csv.DictReader((row for row in rows if not row.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE):
                term = re.escape(folded(row["term"])).replace(r"\*", r"\w*")
                stems[row["label"]].append(term)
        self.patterns = {label: re.compile(r"\b(?:" + "|".join(terms) + r")\b") for label, terms in sorted(stems.items()) if label != "unknown"}

    def predict(self, texts):
        causes = []
        for text in texts:
            plain = folded(text)
            counts = {label: len(pattern.findall(plain)) for label, pattern in self.patterns.items()}
            best = max(counts, key=counts.get)
            causes.append(best if counts[best] else "unknown")
        return causes


def folded(text):
    return "".join(sign for sign in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(sign))


def tokens(text):
    """Words without what the tools' own formats take for marks."""
    return " ".join(re.findall(r"\w+", folded(text)))


def rivals(lexicon):
    """Name, and what makes one."""
    return [
        ("keyword rules (this corpus's lexicon, untrained)", lambda: Keywords(lexicon)),
        ("TF-IDF words + logistic regression", lambda: Linear(False, False)),
        ("TF-IDF words + linear SVM", lambda: Linear(False, True)),
        ("TF-IDF words + characters + linear SVM", lambda: Linear(True, True)),
        ("fastText", FastText),
        ("Vowpal Wabbit", VowpalWabbit),
        ("MiniLM-L6 embeddings + logistic regression", Embeddings),
    ]


def speed(model, texts, least=2.0):
    """Processor seconds that `model` takes for `texts`, read as often as it needs to fill `least` seconds."""
    spent, times = 0.0, 0
    while spent < least and times < 50:
        if hasattr(model, "forget"):
            model.forget(texts)
        begun = time.process_time()
        model.predict(texts)
        spent, times = spent + time.process_time() - begun, times + 1
    return spent / times

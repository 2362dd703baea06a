"""Values that `show` accepts, and its errors for others."""

import unittest

import numpy as np

from attention_spotlight._tokens import check_lengths, tokens_of
from attention_spotlight._weights import weights_of


def rows(*shape):
    """Returns weights of this shape in which all rows are different."""
    raw = np.random.default_rng(7).random(shape).astype(np.float32)
    return raw / raw.sum(axis=-1, keepdims=True)


class Tensor:
    """Imitates the used part of PyTorch's tensor, whose numbers cannot be read until it is
    detached.
    """

    def __init__(self, data, steps=()):
        self.data, self.steps, self.shape = data, steps, data.shape

    def detach(self):
        return Tensor(self.data, (*self.steps, 'detach'))

    def cpu(self):
        return Tensor(self.data, (*self.steps, 'cpu'))

    def float(self):
        return Tensor(self.data.astype(np.float32), (*self.steps, 'float'))

    def numpy(self):
        assert self.steps == ('detach', 'cpu', 'float')
        return self.data

    def __array__(self, *_args, **_options):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


class Accepted(unittest.TestCase):
    def check(self, given, expected):
        weights = weights_of(given)
        self.assertEqual(weights.dtype, np.float32)
        np.testing.assert_array_equal(weights, expected)

    def test_an_array(self):
        weights = rows(2, 3, 4, 5)
        self.check(weights, weights)
        self.check(weights.astype(np.float64), weights)
        self.check(weights.tolist(), weights)
        self.check(np.asfortranarray(weights), weights)

    def test_a_tensor(self):
        weights = rows(2, 3, 4, 4)
        self.check(Tensor(weights), weights)

    def test_the_tuple_of_hugging_face(self):
        weights = rows(2, 3, 4, 4)
        self.check(tuple(Tensor(layer[None]) for layer in weights), weights)
        self.check([layer[None] for layer in weights], weights)
        self.check(list(weights), weights)  # Without a batch dimension.

    def test_half_precision(self):
        half = rows(1, 2, 64, 512).astype(np.float16)
        self.check(half, half.astype(np.float32))

    def test_a_row_in_which_everything_is_masked(self):
        weights = rows(1, 1, 3, 3)
        weights[0, 0, 1] = 0
        self.check(weights, weights)

    def test_a_weight_above_one_by_its_rounding(self):
        self.check(np.full((1, 1, 1, 1), 1.001, np.float32), np.ones((1, 1, 1, 1), np.float32))


class Refused(unittest.TestCase):
    def refused(self, given, message, error=ValueError):
        with self.assertRaisesRegex(error, message):
            weights_of(given)

    def test_dimensions(self):
        self.refused(
            rows(3, 4, 4),
            r'expected 4 dimensions \[layers, heads, queries, keys\], got 3: \[3, 4, 4\]',
        )
        self.refused(rows(1, 1, 3, 4, 4), r'got 5: \[1, 1, 3, 4, 4\]')
        self.refused((rows(4, 4),), r'attentions\[0\]: expected .* got 2 dimensions: \[4, 4\]')
        self.refused(np.zeros((0, 2, 3, 3)), r'at least one of each of .* got \[0, 2, 3, 3\]')

    def test_a_batch(self):
        self.refused(
            (rows(8, 2, 3, 3),), r'attentions\[0\]: expected a batch of 1 .* got 8: choose one'
        )

    def test_what_sdpa_gives(self):
        self.refused((), r"expected at least one layer, got none.*attn_implementation='eager'")
        self.refused(
            (rows(1, 2, 3, 3), None),
            r"attentions\[1\]: expected a tensor, got None.*attn_implementation='eager'",
            TypeError,
        )
        self.refused(None, 'got None: call .* output_attentions=True', TypeError)

    def test_the_tuples_of_generate(self):
        self.refused(
            ((rows(1, 2, 3, 3),), (rows(1, 2, 1, 4),)),
            r'attentions\[0\]: expected a tensor, got a tuple of tensors',
            TypeError,
        )

    def test_layers_that_differ(self):
        self.refused(
            (rows(1, 2, 3, 3), rows(1, 4, 3, 3)),
            r'attentions\[1\]: expected \[2, 3, 3\] .* got \[4, 3, 3\]',
        )

    def test_too_many(self):
        self.refused(rows(65, 1, 1, 1), 'at most 64 layers and 64 heads, got 65 and 1')

    def test_numbers(self):
        for wrong in (np.nan, np.inf, -0.5, 1.5):
            weights = rows(2, 3, 4, 4)
            weights[1, 2, 3, 0] = wrong
            self.refused(
                weights, rf'attentions\[1, 2, 3, 0\]: expected a weight from 0 to 1, got {wrong}'
            )
        weights = rows(2, 3, 4, 4)
        weights[1, 2, 3] *= 0.9
        self.refused(
            weights, r'attentions\[1, 2, 3\]: expected a row of weights that sums to 1, got 0\.9'
        )

    def test_what_is_no_number(self):
        self.refused('weights', 'attentions: expected numbers, got str', TypeError)
        self.refused([[['a']]], r'attentions\[0\]: expected numbers, got list', TypeError)


class Tokens(unittest.TestCase):
    def refused(self, given, message, error=TypeError):
        with self.assertRaisesRegex(error, message):
            tokens_of('tokens', given)

    def test_texts(self):
        self.assertEqual(tokens_of('tokens', ('a', '</script>')), ['a', '</script>'])
        self.assertEqual(tokens_of('tokens', np.array(['a', 'b'])), ['a', 'b'])
        self.refused('abc', r"tokens: expected a list of texts, got str 'abc'")
        self.refused(7, r'tokens: expected a list of texts, got int 7')
        self.refused(['a', 101], r'tokens\[1\]: expected a text, got int 101; .*ids_to_tokens')
        self.refused([], 'tokens: expected 1 to 512 texts, got 0', ValueError)
        self.refused(['a'] * 513, 'got 513', ValueError)

    def test_lengths(self):
        def refused(shape, tokens, keys, message):
            with self.assertRaisesRegex(ValueError, message):
                check_lengths(shape, tokens, keys)

        check_lengths((1, 1, 2, 2), ['a', 'b'], None)
        check_lengths((1, 1, 2, 3), ['a', 'b'], ['x', 'y', 'z'])
        refused((1, 1, 3, 3), ['a'], None, 'tokens: expected 3 texts, one for each query, got 1')
        refused((1, 1, 2, 3), ['a', 'b'], None, 'key_tokens: expected 3 texts, .* got none')
        refused((1, 1, 2, 3), ['a', 'b'], ['x'], 'key_tokens: expected 3 texts, .* got 1')

"""Tests of the templates' guarantees: python3 -m unittest, in this folder."""

import random
import unittest
from pathlib import Path

from marks import read_natural
from templates.generate import Templates
from templates.lists import HeldOut, read_nouns, read_predicates
from templates.words import SEED_NOUNS, SEED_PREDICATES

HERE = Path(__file__).parent
NATURAL = [
    sentence
    for language in ('en', 'zh')
    for sentence in read_natural(str(HERE / f'natural/{language}.txt'), language)
]


class TemplatesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rng = random.Random(5)
        templates = Templates(NATURAL)
        cls.sentences = [
            templates.example(rng, language) for language in ('en', 'zh') for _ in range(6000)
        ]
        cls.held = [
            templates.example(rng, language, HeldOut(nouns=True))
            for language in ('en', 'zh')
            for _ in range(500)
        ]

    def test_natural_sentences_come_in_pairs_with_both_nouns_right_in_turn(self):
        self.assertEqual(len(NATURAL), 200)
        for one, other in zip(NATURAL[::2], NATURAL[1::2], strict=True):
            self.assertEqual(one.words(one.antecedents), other.words(other.others))
            self.assertEqual(one.words(one.others), other.words(other.antecedents))

    def test_no_template_shares_a_noun_and_a_predicate_with_a_natural_sentence(self):
        pairs = [
            (noun.lower(), sentence.predicate.lower(), sentence.language)
            for sentence in NATURAL
            for noun in sentence.words(sentence.antecedents + sentence.others)
        ]
        self.assert_shareless(pairs)

    def test_no_template_joins_what_the_source_documents_ask(self):
        self.assert_shareless(
            [
                (noun, predicate, language)
                for noun in SEED_NOUNS
                for predicate in SEED_PREDICATES
                for language in ('en', 'zh')
            ]
        )

    def assert_shareless(self, pairs):
        for sentence in self.sentences:
            if not sentence.predicate:
                continue
            nouns = {
                noun.lower() for noun in sentence.words(sentence.antecedents + sentence.others)
            }
            for noun, predicate, language in pairs:
                if language == sentence.language and noun in nouns:
                    self.assertNotIn(predicate, sentence.predicate.lower(), sentence.text)

    def test_the_answer_is_as_often_the_first_noun_as_the_second(self):
        two = [sentence for sentence in self.sentences if sentence.antecedents and sentence.others]
        first = sum(sentence.antecedents[0] < sentence.others[0] for sentence in two)
        self.assertAlmostEqual(first / len(two), 0.5, delta=0.08)

    def test_nouns_that_are_held_out_are_in_no_sentence_to_train_on(self):
        def nouns(sentences):
            return {
                noun
                for sentence in sentences
                for noun in sentence.words(sentence.antecedents + sentence.others)
            }

        self.assertFalse(nouns(self.sentences) & nouns(self.held))

    def test_the_lists_have_each_noun_once_and_enough_predicates(self):
        self.assertGreaterEqual(len(read_nouns()), 1200)
        self.assertGreaterEqual(len(read_predicates()), 150)


if __name__ == '__main__':
    unittest.main()

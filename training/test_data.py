"""Tests of the functions that read public text: python3 -m unittest, in this folder."""

import tempfile
import unittest
from pathlib import Path

from data.monolingual import is_sentence, story_texts
from data.older_trees import read_older_trees
from data.pairs import pairs_far_from
from data.trees import UNKNOWN_HEAD
from marks import read_marks, read_natural
from prepare import far_from

HERE = Path(__file__).parent


def attached(*rows: str) -> list[tuple[str, int]]:
    """Tokens with the number of their head, from rows 'form tag own-tag head relation'."""
    lines = []
    for number, row in enumerate(rows, 1):
        form, tag, own_tag, head, relation = row.split()
        lines.append(
            '\t'.join([str(number), form, '_', tag, own_tag, '_', head, relation, '_', '_'])
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'trees.conllu'
        path.write_text('\n'.join(lines) + '\n\n', encoding='utf8')
        text, tokens = read_older_trees(path)[0]
    return [(text[token.start : token.end], token.head + 1) for token in tokens]


class OlderTreesTest(unittest.TestCase):
    def test_a_measure_word_hangs_on_its_number(self):
        rows = attached('一 NUM CD 2 nummod', '个 NOUN NNB 3 nmod', '人 NOUN NN 0 root')
        self.assertEqual(rows, [('一', 3), ('个', 1), ('人', 0)])

    def test_the_first_part_of_a_name_is_its_head(self):
        rows = attached('鸟山 PROPN NNP 2 nmod', '明 PROPN NNP 3 nsubj', '画 VERB VV 0 root')
        self.assertEqual(rows, [('鸟山', 3), ('明', 1), ('画', 0)])

    def test_the_first_of_two_names_for_one_thing_is_its_head(self):
        rows = attached('皇帝 NOUN NN 2 appos', '查理 PROPN NNP 3 nsubj', '来 VERB VV 0 root')
        self.assertEqual(rows, [('皇帝', 3), ('查理', 1), ('来', 0)])

    def test_a_conjunction_hangs_on_what_follows(self):
        rows = attached('猫 NOUN NN 0 root', '和 CONJ CC 1 cc', '狗 NOUN NN 1 conj')
        self.assertEqual(rows, [('猫', 0), ('和', 3), ('狗', 1)])

    def test_the_marker_of_an_object_hangs_on_it(self):
        rows = attached('将 VERB VV 3 aux:caus', '书 NOUN NN 3 dobj', '给 VERB VV 0 root')
        self.assertEqual(rows, [('将', 2), ('书', 3), ('给', 0)])

    def test_of_clauses_in_a_row_the_first_is_the_root(self):
        rows = attached(
            '他 PRON PRP 4 nsubj', '来 VERB VV 4 dep', '又 ADV RB 4 advmod', '走 VERB VV 0 root'
        )
        self.assertEqual(rows, [('他', 2), ('来', 0), ('又', 4), ('走', 2)])

    def test_nothing_is_said_of_the_heads_of_marks_and_letters_keep_their_spaces(self):
        rows = attached(
            '用 VERB VV 0 root', 'Big X FW 3 nmod', 'Ben X FW 1 dobj', '. PUNCT . 1 punct'
        )
        self.assertEqual(rows, [('用', 0), ('Big', 3), ('Ben', 1), ('。', UNKNOWN_HEAD + 1)])

    def test_points_and_commas_in_numbers_stay(self):
        rows = attached('重 VERB VV 0 root', '2.5 NUM CD 3 nummod', '吨 NOUN NN 1 dobj')
        self.assertEqual(rows, [('重', 0), ('2.5', 3), ('吨', 1)])


class MonolingualTest(unittest.TestCase):
    def test_only_stories_that_are_free_for_every_use_are_read(self):
        story = '=== {0}.md\n# Title\n\n##\nA {0}\ntale.\n\n##\n* License: [{0}]\n* Text: Ann\n'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'stories.md'
            path.write_text(
                ''.join(story.format(name) for name in ('CC-BY', 'CC-BY-NC', 'Public Domain')),
                encoding='utf8',
            )
            self.assertEqual(
                [text for text in story_texts(path) if text],
                ['A CC-BY tale.', 'A Public Domain tale.'],
            )

    def test_a_sentence_begins_with_a_capital_and_ends_with_its_mark(self):
        self.assertTrue(is_sentence('He said "no".'))
        for text in ('the end.', 'The end', 'See [1].', 'He said "no.', 'He said "No."'):
            self.assertFalse(is_sentence(text), text)


class WrittenTest(unittest.TestCase):
    def test_pairs_close_to_a_measured_sentence_on_either_side_are_left_out(self):
        pairs = [
            ('See you on Friday.', '星期五见。'),
            ('There were many people.', '公园里有很多人。'),
            ('We live near the school.', '我们住在学校附近。'),
            ('I work in a bank.', '我在银行工作。'),
            ('We read a book.', '我们看书。'),
        ]
        measured = ['See you on Monday', '下星期一见', '公园里有很多狗']
        measured_pairs = [
            ('I live near the school.', '我住在学校附近。'),
            ('I work in a hospital.', '我是医生。'),
        ]
        self.assertEqual(pairs_far_from(pairs, measured, measured_pairs), pairs[3:])

    def test_written_sentences_come_in_pairs_in_which_each_noun_is_right_once(self):
        for language in ('en', 'zh'):
            written = read_natural(str(HERE / f'data/written/{language}.txt'), language)
            self.assertGreaterEqual(len(written), 2000)
            for sentence in written:
                self.assertEqual((len(sentence.antecedents), len(sentence.others)), (1, 1))
            self.assertEqual(len(written), len({sentence.text for sentence in written}))
            for one, other in zip(written[::2], written[1::2], strict=True):
                self.assertEqual(one.words(one.antecedents), other.words(other.others))
                self.assertEqual(one.words(one.others), other.words(other.antecedents))

    def test_what_is_close_to_a_measured_sentence_is_left_out(self):
        measured = [
            read_marks('The [dog] bit the <man> because {it} was *angry*.', 'en'),
            read_marks('The [cow] ate the <grass> because {it} was fresh.', 'en'),
        ]
        for text, close in {
            'The <man> fed the [dog] until {it} slept.': True,
            'The [dog] lay on the <bed> because {it} was angry.': True,
            'The [dog] lay on the <bed> because {it} was tired.': False,
            'The [cow] saw the <bed> because {it} was angry.': False,
        }.items():
            self.assertEqual(far_from([read_marks(text, 'en')], measured) == [], close, text)


if __name__ == '__main__':
    unittest.main()

"""Word alignment by IBM model 1 (Brown et al. 1993) in both directions, with a bias toward the
diagonal.
"""

from __future__ import annotations

import numpy as np

from data.translations import Pair

ROUNDS = 6
SMALLEST = 1e-4  # minimum of p(e|z)·p(z|e)
LINK = 2e-3  # minimum score of a link


def words_of(pair: Pair) -> tuple[list[str], list[str]]:
    return [word.lower() for word, _, _ in pair.en_words], [
        word.lower() for word, _, _ in pair.zh_words
    ]


class Aligner:
    def __init__(self, pairs: list[Pair]):
        self.english: dict[str, int] = {}
        self.chinese: dict[str, int] = {}
        e, z, of_e, of_z, slope = [], [], [], [], []
        words_e = words_z = 0
        for pair in pairs:
            en, zh = words_of(pair)
            ids_e = [self.english.setdefault(word, len(self.english)) for word in en]
            ids_z = [self.chinese.setdefault(word, len(self.chinese)) for word in zh]
            for a, one in enumerate(ids_e):
                for b, other in enumerate(ids_z):
                    e.append(one)
                    z.append(other)
                    of_e.append(words_e + a)
                    of_z.append(words_z + b)
                    slope.append(abs(a / len(en) - b / len(zh)))
            words_e += len(en)
            words_z += len(zh)
        couples, which = np.unique(
            np.array(e, np.int64) * len(self.chinese) + np.array(z), return_inverse=True
        )
        couple_e, couple_z = couples // len(self.chinese), couples % len(self.chinese)
        near = np.exp(-3 * np.array(slope))
        given_e = self._estimate(which, couple_e, near, np.array(of_z), len(couples))
        given_z = self._estimate(which, couple_z, near, np.array(of_e), len(couples))
        strong = given_e * given_z > SMALLEST
        self.strength = dict(
            zip(couples[strong].tolist(), (given_e * given_z)[strong].tolist(), strict=True)
        )

    @staticmethod
    def _estimate(
        which: np.ndarray,
        condition: np.ndarray,
        near: np.ndarray,
        explained: np.ndarray,
        count: int,
    ) -> np.ndarray:
        """Estimates translation probabilities p(word | source word) by expectation maximization.
        explained: the position that each link would explain.
        """
        table = np.ones(count)
        for _ in range(ROUNDS):
            joint = table[which] * near
            total = np.bincount(explained, joint)
            expected = np.bincount(which, joint / (total[explained] + 1e-3), count)
            table = expected / np.bincount(condition, expected)[condition]
        return table

    def links(self, pair: Pair) -> list[tuple[int, int]]:
        """Links (English word, Chinese word) that score best in both directions."""
        en, zh = words_of(pair)
        score = np.zeros((len(en), len(zh)))
        for a, word in enumerate(en):
            for b, other in enumerate(zh):
                couple = self.english.get(word, -1), self.chinese.get(other, -1)
                if min(couple) >= 0:
                    strength = self.strength.get(couple[0] * len(self.chinese) + couple[1], 0)
                    score[a, b] = strength * np.exp(-6 * abs(a / len(en) - b / len(zh)))
        best_z, best_e = score.argmax(1), score.argmax(0)
        return [
            (a, int(best_z[a]))
            for a in range(len(en))
            if score[a, best_z[a]] > LINK and best_e[best_z[a]] == a
        ]

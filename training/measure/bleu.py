"""Computes corpus BLEU (Papineni et al. 2002) with sacrebleu. Each line of standard input is a JSON
object with language, translations, references and lowercase; the answer is a line with score and
signature.
"""

import json
import sys

from sacrebleu.metrics import BLEU

TOKENIZERS = {'en': '13a', 'zh': 'zh'}

for line in sys.stdin:
    task = json.loads(line)
    bleu = BLEU(tokenize=TOKENIZERS[task['language']], lowercase=task['lowercase'])
    score = bleu.corpus_score(task['translations'], [task['references']]).score
    print(json.dumps({'score': score, 'signature': bleu.get_signature().format()}))

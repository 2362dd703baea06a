"""Measures how long TransformerLens takes to set each head of a GPT-2 to zero, for knock-out.mjs.


    python3 transformer_lens_knock_out.py FOLDER THREADS

For each line of standard input, prints the seconds that all heads take: each head's output is set
to zero in a separate run, and log P(token) and the divergence are computed from the last token's
logits.
"""

import sys
import time

import torch
import transformers
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformer_lens.model_bridge import TransformerBridge

folder, threads = sys.argv[1], int(sys.argv[2])
torch.set_num_threads(threads)
IDS = [(7919 * at) % 50257 for at in range(1, 33)]


def load():
    """Loads the model. The tokenizer is not used, since the text is given as ids."""
    kind = transformers.AutoModelForCausalLM
    model = kind.from_pretrained(folder, attn_implementation='eager').eval()
    words = WordLevel({f'{token}': token for token in range(50257)}, unk_token='0')
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(words), pad_token='1', bos_token='2', eos_token='3'
    )
    tokenizer.save_pretrained(f'{folder}/tokenizer')
    tokenizer = transformers.AutoTokenizer.from_pretrained(f'{folder}/tokenizer')
    return TransformerBridge.boot_transformers(folder, hf_model=model, tokenizer=tokenizer)


bridge = load()
text = torch.tensor([IDS])


def zeroed(head):
    def hook(z, hook):
        z[:, :, head] = 0.0
        return z

    return hook


@torch.no_grad()
def knock_out():
    before = torch.log_softmax(bridge(text)[0, -1], -1)
    found = torch.zeros(12, 12, 2)
    for layer in range(12):
        for head in range(12):
            logits = bridge.run_with_hooks(
                text, fwd_hooks=[(f'blocks.{layer}.attn.hook_z', zeroed(head))]
            )
            after = torch.log_softmax(logits[0, -1], -1)
            found[layer, head, 0] = after[100] - before[100]
            found[layer, head, 1] = (before.exp() * (before - after)).sum()
    return found


print('ready', flush=True)
for _ in sys.stdin:
    start, cpu = time.perf_counter(), time.process_time()
    found = knock_out()
    seconds = [time.perf_counter() - start, time.process_time() - cpu]
    print(*seconds, *found[:, :, 0].flatten().tolist()[:3], flush=True)

"""The benchmark's training in PyTorch on one thread.

Each line of standard input is a number of steps to run. The program then prints their losses and
the time that they took.
"""

import json
import sys
import time

import torch
from torch import nn
from torch.nn import functional

torch.set_num_threads(1)
task = json.loads(sys.stdin.readline())
model, options, batch = task['model'], task['optimizer'], task['batch']
vocabulary, tokens, d = model['vocabularySize'], model['maxTokens'], model['embedDim']
heads = model['numHeads']


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.query_key_value = nn.Linear(d, 3 * d)
        self.output = nn.Linear(d, d)

    def forward(self, x):
        parts = self.query_key_value(self.norm(x)).view(batch, tokens, 3, heads, d // heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        return x + self.output(attended.transpose(1, 2).reshape(batch, tokens, d))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, d)
        self.positions = nn.Embedding(tokens, d)
        self.blocks = nn.ModuleList(Block() for _ in range(model['layers']))
        self.norm = nn.LayerNorm(d)
        self.output = nn.Linear(d, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions.weight
        for block in self.blocks:
            x = block(x)
        return self.output(self.norm(x))


def tensor_of(name):
    """A weight of the benchmark's model, by its name in Spotlight."""
    weight = task['weights'][name]
    return torch.tensor(weight['data']).view(weight['shape'])


def state():
    """Initial weights of the benchmark's model under PyTorch's names; query, key and value are one
    layer in PyTorch.
    """
    named = {}
    for kind in ('weight', 'bias'):
        for index in range(model['layers']):
            attention = f'decoder.{index}.self_attention'
            parts = [tensor_of(f'{attention}.{part}.{kind}') for part in ('query', 'key', 'value')]
            named[f'blocks.{index}.norm.{kind}'] = tensor_of(f'{attention}_norm.{kind}')
            named[f'blocks.{index}.query_key_value.{kind}'] = torch.cat(parts)
            named[f'blocks.{index}.output.{kind}'] = tensor_of(f'{attention}.output.{kind}')
        named[f'norm.{kind}'] = tensor_of(f'decoder.final_norm.{kind}')
    for name in ('decoder.tokens', 'decoder.positions', 'output'):
        named[f'{name.removeprefix("decoder.")}.weight'] = tensor_of(f'{name}.weight')
    return named


network = Model()
network.load_state_dict(state())
adam = torch.optim.Adam(
    network.parameters(),
    lr=options['learningRate'],
    betas=(options['beta1'], options['beta2']),
    eps=options['epsilon'],
    fused=True,
)
batches = [[torch.tensor(ids).view(batch, tokens) for ids in each] for each in task['batches']]
steps = 0


def train():
    global steps
    inputs, targets = batches[steps % len(batches)]
    steps += 1
    adam.param_groups[0]['lr'] = options['learningRate'] * min(steps / options['warmupSteps'], 1)
    loss = functional.cross_entropy(
        network(inputs).flatten(0, 1), targets.flatten(), ignore_index=-1
    )
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), options['clipNorm'])
    adam.step()
    return loss.item()


print(json.dumps({'version': torch.__version__}), flush=True)
for line in sys.stdin:
    began, began_cpu = time.perf_counter(), time.process_time()
    losses = [train() for _ in range(int(line))]
    times = {'wall': time.perf_counter() - began, 'cpu': time.process_time() - began_cpu}
    print(
        json.dumps({'losses': losses, **{name: 1000 * value for name, value in times.items()}}),
        flush=True,
    )

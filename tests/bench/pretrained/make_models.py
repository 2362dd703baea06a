"""Creates models with the shapes of well-known ones and random weights, as safetensors and ONNX
graphs.


    python make_models.py FOLDER

Requires torch, onnx, onnxruntime, onnxscript and safetensors. Creates only the models that the
folder lacks, 3.5 GB in all.
"""

import json
import sys
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional

SPREAD = 0.02  # spread of weights and biases; a bias in the wrong place is then noticed


def random_tensor(*shape):
    return torch.randn(*shape) * SPREAD


def random_linear(into, out, bias=True):
    layer = nn.Linear(into, out, bias=bias)
    layer.weight.data = random_tensor(out, into)
    if bias:
        layer.bias.data = random_tensor(out)
    return layer


def random_embedding(rows, columns):
    table = nn.Embedding(rows, columns)
    table.weight.data = random_tensor(rows, columns)
    return table


def split_heads(x, heads):
    return x.view(1, x.shape[1], heads, x.shape[2] // heads).transpose(1, 2)


def join_heads(x):
    return x.transpose(1, 2).reshape(1, x.shape[2], x.shape[1] * x.shape[3])


def seen(tokens, positions):
    """Mask [tokens, positions]: each of the last `tokens` positions attends to itself and to
    earlier ones.
    """
    first = positions - tokens
    return torch.arange(positions)[None] <= first + torch.arange(tokens)[:, None]


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        d, eps = config['hidden_size'], config['layer_norm_eps']
        self.heads = config['num_attention_heads']
        self.attention = nn.ModuleDict(
            {
                'self': nn.ModuleDict(
                    {name: random_linear(d, d) for name in ('query', 'key', 'value')}
                ),
                'output': nn.ModuleDict(
                    {'dense': random_linear(d, d), 'LayerNorm': nn.LayerNorm(d, eps)}
                ),
            }
        )
        hidden = config['intermediate_size']
        self.intermediate = nn.ModuleDict({'dense': random_linear(d, hidden)})
        self.output = nn.ModuleDict(
            {'dense': random_linear(hidden, d), 'LayerNorm': nn.LayerNorm(d, eps)}
        )

    def forward(self, x):
        parts = [
            split_heads(self.attention['self'][name](x), self.heads)
            for name in ('query', 'key', 'value')
        ]
        attended = join_heads(functional.scaled_dot_product_attention(*parts))
        x = self.attention['output']['LayerNorm'](x + self.attention['output']['dense'](attended))
        hidden = functional.gelu(self.intermediate['dense'](x))
        return self.output['LayerNorm'](x + self.output['dense'](hidden))


class Bert(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config['hidden_size']
        self.embeddings = nn.ModuleDict(
            {
                'word_embeddings': random_embedding(config['vocab_size'], d),
                'position_embeddings': random_embedding(config['max_position_embeddings'], d),
                'token_type_embeddings': random_embedding(config['type_vocab_size'], d),
                'LayerNorm': nn.LayerNorm(d, config['layer_norm_eps']),
            }
        )
        layers = [BertLayer(config) for _ in range(config['num_hidden_layers'])]
        self.encoder = nn.ModuleDict({'layer': nn.ModuleList(layers)})

    def forward(self, input_ids):
        tables = self.embeddings
        x = tables['word_embeddings'](input_ids) + tables['token_type_embeddings'].weight[0]
        x = tables['LayerNorm'](x + tables['position_embeddings'].weight[: input_ids.shape[1]])
        for layer in self.encoder['layer']:
            x = layer(x)
        return x

    def tensors(self):
        return self.state_dict()


class Gpt2Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        d, eps = config['n_embd'], config['layer_norm_epsilon']
        self.heads = config['n_head']
        self.ln_1, self.ln_2 = nn.LayerNorm(d, eps), nn.LayerNorm(d, eps)
        self.attn = nn.ModuleDict(
            {'c_attn': random_linear(d, 3 * d), 'c_proj': random_linear(d, d)}
        )
        self.mlp = nn.ModuleDict(
            {'c_fc': random_linear(d, 4 * d), 'c_proj': random_linear(4 * d, d)}
        )

    def forward(self, x, past_key, past_value):
        query, key, value = (
            split_heads(part, self.heads) for part in self.attn['c_attn'](self.ln_1(x)).chunk(3, -1)
        )
        key, value = torch.cat((past_key, key), 2), torch.cat((past_value, value), 2)
        mask = seen(query.shape[2], key.shape[2])
        x = x + self.attn['c_proj'](
            join_heads(functional.scaled_dot_product_attention(query, key, value, mask))
        )
        hidden = functional.gelu(self.mlp['c_fc'](self.ln_2(x)), approximate='tanh')
        return x + self.mlp['c_proj'](hidden), key, value


class Gpt2(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config['n_embd']
        self.wte, self.wpe = (
            random_embedding(config['vocab_size'], d),
            random_embedding(config['n_positions'], d),
        )
        self.h = nn.ModuleList(Gpt2Block(config) for _ in range(config['n_layer']))
        self.ln_f = nn.LayerNorm(d, config['layer_norm_epsilon'])
        self.cache_shape = (config['n_head'], d // config['n_head'])

    def forward(self, input_ids, past):
        first = past[0][0].shape[2]
        x = self.wte(input_ids) + self.wpe(first + torch.arange(input_ids.shape[1]))
        present = []
        for block, (past_key, past_value) in zip(self.h, past, strict=True):
            x, key, value = block(x, past_key, past_value)
            present.append((key, value))
        # Only the last token's logits, since generation needs no others.
        return functional.linear(self.ln_f(x[:, -1:]), self.wte.weight), present

    def tensors(self):
        """Weights in GPT-2's layout, with projections as [in, out]."""
        transposed = ('c_attn.weight', 'c_proj.weight', 'c_fc.weight')
        return {
            name: each.T.contiguous() if name.endswith(transposed) else each
            for name, each in self.state_dict().items()
        }


class RmsNorm(nn.Module):
    def __init__(self, d, eps):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(d)), eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


def rotate(x, cos, sin):
    left, right = x.chunk(2, -1)
    return x * cos + torch.cat((-right, left), -1) * sin


class LlamaLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        d, eps, hidden = config['hidden_size'], config['rms_norm_eps'], config['intermediate_size']
        self.heads, self.kv_heads = config['num_attention_heads'], config['num_key_value_heads']
        kv = d // self.heads * self.kv_heads
        sizes = {'q_proj': (d, d), 'k_proj': (d, kv), 'v_proj': (d, kv), 'o_proj': (d, d)}
        self.self_attn = nn.ModuleDict(
            {name: random_linear(*size, bias=False) for name, size in sizes.items()}
        )
        sizes = {'gate_proj': (d, hidden), 'up_proj': (d, hidden), 'down_proj': (hidden, d)}
        self.mlp = nn.ModuleDict(
            {name: random_linear(*size, bias=False) for name, size in sizes.items()}
        )
        self.input_layernorm, self.post_attention_layernorm = RmsNorm(d, eps), RmsNorm(d, eps)

    def forward(self, x, cos, sin, past_key, past_value):
        parts = self.self_attn
        normed = self.input_layernorm(x)
        query = rotate(split_heads(parts['q_proj'](normed), self.heads), cos, sin)
        key = rotate(split_heads(parts['k_proj'](normed), self.kv_heads), cos, sin)
        key = torch.cat((past_key, key), 2)
        value = torch.cat((past_value, split_heads(parts['v_proj'](normed), self.kv_heads)), 2)
        mask = seen(query.shape[2], key.shape[2])
        groups = self.heads // self.kv_heads
        keys, values = (each.repeat_interleave(groups, 1) for each in (key, value))
        attended = functional.scaled_dot_product_attention(query, keys, values, mask)
        x = x + parts['o_proj'](join_heads(attended))
        normed = self.post_attention_layernorm(x)
        hidden = functional.silu(self.mlp['gate_proj'](normed)) * self.mlp['up_proj'](normed)
        return x + self.mlp['down_proj'](hidden), key, value


class Llama(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config['hidden_size']
        self.embed_tokens = random_embedding(config['vocab_size'], d)
        self.layers = nn.ModuleList(LlamaLayer(config) for _ in range(config['num_hidden_layers']))
        self.norm = RmsNorm(d, config['rms_norm_eps'])
        head_dim = d // config['num_attention_heads']
        self.cache_shape = (config['num_key_value_heads'], head_dim)
        frequencies = config['rope_theta'] ** (-torch.arange(0, head_dim, 2) / head_dim)
        self.register_buffer('frequencies', frequencies, persistent=False)

    def forward(self, input_ids, past):
        positions = past[0][0].shape[2] + torch.arange(input_ids.shape[1])
        angles = torch.cat(2 * (positions[:, None] * self.frequencies,), -1)
        cos, sin = angles.cos(), angles.sin()
        x = self.embed_tokens(input_ids)
        present = []
        for layer, (past_key, past_value) in zip(self.layers, past, strict=True):
            x, key, value = layer(x, cos, sin, past_key, past_value)
            present.append((key, value))
        return functional.linear(self.norm(x[:, -1:]), self.embed_tokens.weight), present

    def tensors(self):
        return {f'model.{name}': each for name, each in self.state_dict().items()}


MODELS = {
    'bert-base': (
        Bert,
        {
            **{
                'model_type': 'bert',
                'hidden_act': 'gelu',
                'layer_norm_eps': 1e-12,
                'hidden_size': 768,
            },
            **{'num_hidden_layers': 12, 'num_attention_heads': 12, 'intermediate_size': 3072},
            **{'vocab_size': 30522, 'max_position_embeddings': 512, 'type_vocab_size': 2},
        },
    ),
    'gpt2-small': (
        Gpt2,
        {
            **{
                'model_type': 'gpt2',
                'activation_function': 'gelu_new',
                'layer_norm_epsilon': 1e-5,
                'n_embd': 768,
            },
            **{'n_layer': 12, 'n_head': 12, 'vocab_size': 50257, 'n_positions': 1024},
        },
    ),
    'smollm2-135m': (
        Llama,
        {
            **{
                'model_type': 'llama',
                'hidden_act': 'silu',
                'rms_norm_eps': 1e-5,
                'hidden_size': 576,
            },
            **{'num_hidden_layers': 30, 'num_attention_heads': 9, 'num_key_value_heads': 3},
            **{'intermediate_size': 1536, 'vocab_size': 49152, 'max_position_embeddings': 8192},
            **{'rope_theta': 100000.0, 'tie_word_embeddings': True},
        },
    ),
}


def export_encoder(model, file):
    ids = torch.zeros(1, 128, dtype=torch.int64)
    torch.onnx.export(
        model,
        (ids,),
        file,
        input_names=['input_ids'],
        output_names=['last_hidden_state'],
        dynamic_shapes={'input_ids': {1: torch.export.Dim('tokens')}},
    )


def export_decoder(model, layers, file):
    """Exports the ONNX graph with the input names that transformers.js uses."""
    heads, head_dim = model.cache_shape
    past = [tuple(torch.zeros(1, heads, 5, head_dim) for _ in range(2)) for _ in range(layers)]
    names = [
        (f'{kind}.{layer}.key', f'{kind}.{layer}.value')
        for kind in ('past_key_values', 'present')
        for layer in range(layers)
    ]
    tokens, cached = torch.export.Dim('tokens', min=1), torch.export.Dim('cached', min=0)
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, dtype=torch.int64), past),
        file,
        input_names=['input_ids', *(name for pair in names[:layers] for name in pair)],
        output_names=['logits', *(name for pair in names[layers:] for name in pair)],
        dynamic_shapes={'input_ids': {1: tokens}, 'past': [({2: cached}, {2: cached})] * layers},
    )


def make(name, folder):
    kind, config = MODELS[name]
    torch.manual_seed(0)
    model = kind(config).eval()
    (folder / 'onnx').mkdir(parents=True, exist_ok=True)
    tensors = {name: tensor.contiguous() for name, tensor in model.tensors().items()}
    save_file(tensors, folder / 'model.safetensors')
    graph = str(folder / 'onnx/model.onnx')
    with torch.no_grad():
        if kind is Bert:
            export_encoder(model, graph)
        else:
            export_decoder(model, len(model.h if kind is Gpt2 else model.layers), graph)
    (folder / 'config.json').write_text(json.dumps(config, indent=2))


def quantize(folder):
    """Quantizes the weights to int8 with ONNX Runtime, which then quantizes the inputs in each
    call.
    """
    graph = folder / 'model_int8.onnx'
    quantize_dynamic(
        folder / 'model.onnx',
        graph,
        weight_type=QuantType.QInt8,
        per_channel=True,
        use_external_data_format=True,
    )


for name in MODELS:
    folder = Path(sys.argv[1]) / name
    if not (folder / 'config.json').exists():
        print(f'making {name}', flush=True)
        make(name, folder)
    if MODELS[name][0] is not Bert and not (folder / 'onnx/model_int8.onnx').exists():
        print(f'quantizing {name}', flush=True)
        quantize(folder / 'onnx')

"""Validation of token lists. Uses the standard library only."""

from collections.abc import Iterable

MAX_TOKENS = 512


def describe(value) -> str:
    """A value as shown in an error message."""
    text = repr(value)
    short = text if len(text) <= 60 else f'{text[:57]}...'
    return f'{type(value).__name__} {short}'


def tokens_of(name: str, value) -> list[str]:
    """Tokens as a list of strings.

    Raises TypeError or ValueError that names what was expected and the value that was given.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f'{name}: expected a list of texts, got {describe(value)}')
    tokens = list(value)
    for index, token in enumerate(tokens):
        if not isinstance(token, str):
            raise TypeError(
                f'{name}[{index}]: expected a text, got {describe(token)}; '
                'a tokenizer makes texts of ids with convert_ids_to_tokens(ids)'
            )
    if not 1 <= len(tokens) <= MAX_TOKENS:
        raise ValueError(f'{name}: expected 1 to {MAX_TOKENS} texts, got {len(tokens)}')
    return [str(token) for token in tokens]  # converts numpy strings


def check_lengths(shape, tokens: list[str], key_tokens: list[str] | None) -> None:
    """Raises ValueError unless weights [layers, heads, queries, keys] match these tokens."""
    queries, keys = shape[2:]
    what = f'attentions has {list(shape)} [layers, heads, queries, keys]'
    if len(tokens) != queries:
        raise ValueError(
            f'tokens: expected {queries} texts, one for each query, got {len(tokens)}; {what}'
        )
    if key_tokens is None and keys != queries:
        raise ValueError(
            f'key_tokens: expected {keys} texts, one for each key, got none, and the {len(tokens)} '
            f'tokens are too few or too many; {what}'
        )
    if key_tokens is not None and len(key_tokens) != keys:
        raise ValueError(
            f'key_tokens: expected {keys} texts, one for each key, got {len(key_tokens)}; {what}'
        )

"""Build hook that rejects a package without the widget, which `npm run build` generates."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WIDGET = 'attention_spotlight/static/widget.js'


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if not (Path(self.root) / WIDGET).exists():
            raise SystemExit(
                f'expected python/{WIDGET}, which is not there: '
                "run 'npm run build' in the repository first, it makes that file"
            )

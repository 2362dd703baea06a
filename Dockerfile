# Debian 12 with everything that `npm start` and `npm test` need, for every system that has Docker (see compose.yaml).
# Debian 12's own Node is 18; this image is Debian 12 with the Node of .nvmrc.
FROM node:24-bookworm-slim

# g++ and its sanitizers for the C++ tests, Python's checkers for `npm run lint`, git for work inside the container.
# PyTorch is missing, because only training and the fixtures need it.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates g++ git procps python3 python3-pycodestyle python3-pyflakes \
  && rm --recursive /var/lib/apt/lists/*

# The private toolchain is outside the checkout, so that a change of the sources does not download it again. Emscripten
# imports acorn, which it finds in the node_modules beside or above it.
ENV SPOTLIGHT_TOOLCHAIN=/opt/spotlight
COPY scripts /tmp/project/scripts
RUN apt-get update \
  && node /tmp/project/scripts/toolchain/fetch.mjs \
  && rm --recursive /tmp/project /var/lib/apt/lists/* \
  && mkdir --parents /workspace/build /workspace/node_modules \
  && ln --symbolic /workspace/node_modules /opt/spotlight/node_modules \
  && chown --recursive node:node /opt/spotlight /workspace

USER node
WORKDIR /workspace
ENV HOST=0.0.0.0
EXPOSE 4173 5173

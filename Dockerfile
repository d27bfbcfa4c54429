# One image for every process of the site (docs/deploy.md): which one a container is, its command says (compose.yaml).

# Tags, or digests where `make image-digests` has written them into `.env`.
ARG NODE_IMAGE=node:22-trixie-slim
ARG PYTHON_IMAGE=python:3.13-slim-trixie

FROM ${NODE_IMAGE} AS pages
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev
COPY .ci/vendor.mjs .ci/
COPY static/icons.json static/
RUN node .ci/vendor.mjs

FROM ${PYTHON_IMAGE}
# For `manage.py backup` and `restore`; its version has to be the server's in compose.yaml, or newer. And what confines people's programs.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 bubblewrap libseccomp2 && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home fogbound && install -d -o fogbound /data /archive /releases /run/fogbound
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 FOGBOUND_DATA=/data
WORKDIR /site
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt
COPY manage.py ./
COPY config config
COPY games games
COPY lobby lobby
COPY locale locale
COPY templates templates
COPY static static
COPY docs docs
COPY --from=pages /site/static/vendor static/vendor
# The same in every container: a browser keeps no file that comes from another release than its page.
ARG FOGBOUND_RELEASE
ENV FOGBOUND_RELEASE=${FOGBOUND_RELEASE:?"say which release this is: --build-arg FOGBOUND_RELEASE=…"}
# A checkout may be one that only its owner can read.
RUN chmod -R a+rX .
# esbuild, which joins what is collected, is there for this line alone.
RUN --mount=from=pages,source=/site/node_modules,target=/site/node_modules \
    python -m compileall -q config games lobby && python manage.py messages compile \
    && python manage.py collectstatic --noinput --verbosity 0 && rm -f /data/secret_key /data/fogbound.sqlite3 \
    && mv /data/static /site/collected && chown -R fogbound /data
ENV FOGBOUND_STATIC=/site/collected
USER fogbound
VOLUME /data
EXPOSE 8000 9100
# A process that hangs for six seconds is killed, and the container starts anew.
ENTRYPOINT ["python", "-m", "config.supervisor", "6"]
CMD ["python", "-m", "uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--no-access-log", "--log-level", "warning", "--no-proxy-headers", "--timeout-graceful-shutdown", "10", "--ws", "websockets-sansio", \
     "--ws-per-message-deflate", "false", "--ws-max-size", "65536", "--ws-ping-interval", "20"]

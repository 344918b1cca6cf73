# This file has not been built yet, because Martlet is developed on machines without a container engine. It may need fixes. If so, please tell us.
#
#   docker build -t martlet .
#   docker run --rm -p 127.0.0.1:8080:8080 -v martlet:/var/lib/martlet -v martlet-keys:/var/lib/martlet-keys martlet

FROM swift:6.2-bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils libcurl4-openssl-dev libpq-dev libsqlite3-dev zlib1g-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN scripts/release

FROM debian:bookworm-slim
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends ca-certificates curl libcurl4 libpq5 libsqlite3-0 libstdc++6 libxml2 zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /var/lib/martlet --shell /usr/sbin/nologin martlet \
  && install -d -o martlet -g martlet -m 0700 /var/lib/martlet /var/lib/martlet-keys
COPY --from=build /source/artifacts/release/martlet /usr/bin/martlet
USER martlet
# A container can only be reached through its published port, so Martlet listens on all addresses inside it.
ENV MARTLET_DATA=/var/lib/martlet MARTLET_HOST=0.0.0.0 MARTLET_PORT=8080 MARTLET_ENCRYPTION_KEY_FILE=/var/lib/martlet-keys/encryption.key
VOLUME ["/var/lib/martlet", "/var/lib/martlet-keys"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8080/readyz"]
ENTRYPOINT ["/usr/bin/martlet"]
CMD ["serve"]

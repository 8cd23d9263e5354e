/**
 * A read-only part of the HTTP API of Prometheus over a garage, so that Grafana and {@code promtool} can query it as they query
 * Prometheus: {@link dev.mimeo.garage.prometheus.PrometheusServer}.
 */
@NullMarked
package dev.mimeo.garage.prometheus;

import org.jspecify.annotations.NullMarked;

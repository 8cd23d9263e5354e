/** The connections of servers that speak HTTP/1.1 on the loopback interface: {@link dev.mimeo.internal.http.HttpListener}. */
@NullMarked
package dev.mimeo.internal.http;

import org.jspecify.annotations.NullMarked;

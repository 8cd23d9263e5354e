@NullMarked
package dev.mimeo.internal.http;

import org.jspecify.annotations.NullMarked;

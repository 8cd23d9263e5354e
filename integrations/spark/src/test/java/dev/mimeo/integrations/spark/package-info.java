@NullMarked
package dev.mimeo.integrations.spark;

import org.jspecify.annotations.NullMarked;

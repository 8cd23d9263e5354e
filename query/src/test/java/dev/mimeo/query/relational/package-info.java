@NullMarked
package dev.mimeo.query.relational;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.formats.anonymize;

import org.jspecify.annotations.NullMarked;

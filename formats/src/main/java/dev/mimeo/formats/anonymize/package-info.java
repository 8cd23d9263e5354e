/**
 * Names made unreadable: encrypted, so that who has the keys can read them again; replaced by keyed hashes; or numbered.
 * {@link dev.mimeo.formats.anonymize.Anonymizers} makes them.
 */
@NullMarked
package dev.mimeo.formats.anonymize;

import org.jspecify.annotations.NullMarked;

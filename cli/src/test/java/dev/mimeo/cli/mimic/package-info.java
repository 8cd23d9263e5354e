/** Tests of scanning, generating and comparing. */
@NullMarked
package dev.mimeo.cli.mimic;

import org.jspecify.annotations.NullMarked;

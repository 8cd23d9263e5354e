/** Tests of the commands that feed other programs. */
@NullMarked
package dev.mimeo.cli.feed;

import org.jspecify.annotations.NullMarked;

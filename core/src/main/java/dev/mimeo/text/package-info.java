/** Numbers as people write them on command lines, in addresses and in properties: seeds and sizes. */
@NullMarked
package dev.mimeo.text;

import org.jspecify.annotations.NullMarked;

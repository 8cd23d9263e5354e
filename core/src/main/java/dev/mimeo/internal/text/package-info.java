/**
 * Numbers as text: seeds and sizes as people write them on command lines, in addresses and in properties, and numbers as C
 * reads and prints them; failures as lines for users.
 */
@NullMarked
package dev.mimeo.internal.text;

import org.jspecify.annotations.NullMarked;

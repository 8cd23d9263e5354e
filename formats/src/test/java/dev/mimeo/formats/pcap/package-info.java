@NullMarked
package dev.mimeo.formats.pcap;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.nfs.internal.pcap;

import org.jspecify.annotations.NullMarked;

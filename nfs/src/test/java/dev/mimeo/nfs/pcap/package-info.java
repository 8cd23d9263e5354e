@NullMarked
package dev.mimeo.nfs.pcap;

import org.jspecify.annotations.NullMarked;

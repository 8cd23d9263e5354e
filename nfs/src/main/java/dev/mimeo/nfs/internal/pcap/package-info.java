/** Files of captured packets: pcap, pcapng, snoop and ERF, and the link layers in them, without an object per packet. */
@NullMarked
package dev.mimeo.nfs.internal.pcap;

import org.jspecify.annotations.NullMarked;

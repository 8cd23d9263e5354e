/**
 * From packets to messages of ONC RPC: IP, fragments, TCP reassembly, record marks, headers of calls and replies, and their
 * order in time. In bounded memory and whatever the packets hold.
 */
@NullMarked
package dev.mimeo.nfs.internal.rpc;

import org.jspecify.annotations.NullMarked;

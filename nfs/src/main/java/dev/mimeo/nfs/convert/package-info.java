/**
 * From messages of NFS versions 2, 3 and 4 and of MOUNT to rows of the tables of published NFS traces: calls matched with
 * their replies, operations, attributes, reads and writes.
 */
@NullMarked
package dev.mimeo.nfs.convert;

import org.jspecify.annotations.NullMarked;

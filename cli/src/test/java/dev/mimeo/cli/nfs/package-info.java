/** Tests of the commands for traces of NFS. */
@NullMarked
package dev.mimeo.cli.nfs;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.mimeo.nfs.internal.rpc;

import org.jspecify.annotations.NullMarked;

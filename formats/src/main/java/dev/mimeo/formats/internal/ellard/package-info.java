/** NFS traces of Harvard in the text form of nfsscan (Ellard et al., FAST 2003). */
@NullMarked
package dev.mimeo.formats.internal.ellard;

import org.jspecify.annotations.NullMarked;

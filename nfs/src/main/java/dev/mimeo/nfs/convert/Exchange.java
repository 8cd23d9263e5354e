package dev.mimeo.nfs.convert;

/** A call and its reply where results are decoded: readers of both, and the numbers of their rows. Used again. */
final class Exchange {

    int procedure;
    final Xdr arguments = new Xdr();
    final Xdr results = new Xdr();
    long requestId;
    long replyId;

    /** In units of 2^-32 s since 1970. */
    long replyTime;
}

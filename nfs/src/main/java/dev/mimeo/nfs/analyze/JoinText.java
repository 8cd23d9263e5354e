package dev.mimeo.nfs.analyze;

import static dev.mimeo.internal.text.CNumberFormat.fixed;

/** The counts of the join as classic text. */
final class JoinText {

    private static final double MIB = 1024 * 1024;

    private JoinText() {}

    static String attributes(JoinCounts counts) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "AttrOpsCommonJoin");
        text.append("  generated ").append(fixed(counts.joined() / 1e6, 3)).append(" million records, ");
        text.append(fixed(counts.joinedBytes() / MIB, 2)).append(" MB of extent output\n");
        double share = counts.reversedOf() == 0 ? 0 : 100.0 * counts.reversed() / counts.reversedOf();
        text.append("  ").append(counts.reversed()).append(" records, or ").append(fixed(share, 4));
        text.append("% forced to 1us turnaround from previous 0 or negative turnaround\n");
        text.append("  ").append(counts.withoutAttributes()).append(" skipped common, ");
        text.append(counts.withoutReply()).append(" skipped attrops, ");
        text.append(counts.furtherAttributes()).append(" semi-duplicate attrops, first keep ");
        text.append(ClassicText.seconds(counts.firstReplyAt())).append("s\n");
        ClassicText.end(text, "AttrOpsCommonJoin");
        return text.toString();
    }

    static String readWrites(JoinCounts counts) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "CommonAttrRWJoin");
        text.append("  skipped ").append(counts.noReadWrite()).append(" records in join -- not read or write\n");
        text.append("  generated ").append(fixed(counts.joinedReadWriteBytes() / MIB, 2));
        text.append(" MB of extent output\n");
        ClassicText.end(text, "CommonAttrRWJoin");
        return text.toString();
    }
}

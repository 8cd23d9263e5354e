package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import java.io.IOException;

/** Takes what a scan finds, on the thread that scans. A characterization writer is one; so is a test's list. */
public interface CharacterizationSink {

    /** Takes the next chunk; numbers come in order from 0. */
    void write(ChunkCharacterization chunk) throws IOException;

    /** Takes the data set, after all chunks. */
    void finish(DatasetCharacterization dataset) throws IOException;
}

package dev.mimeo.scan;

import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import java.io.IOException;

/** Takes what a scan finds, on the thread that scans. A characterization writer is one; so is a test's list. */
public interface CharacterizationSink {

    /** Takes the next chunk; numbers come in order from 0. */
    void write(ChunkCharacterization chunk) throws IOException;

    /** Takes the data set, after all chunks. */
    void finish(DatasetCharacterization dataset) throws IOException;

    /** Returns a sink that writes a file; the writer remains the caller's to close. */
    static CharacterizationSink to(CharacterizationWriter writer) {
        return new CharacterizationSink() {
            @Override
            public void write(ChunkCharacterization chunk) throws IOException {
                writer.write(chunk);
            }

            @Override
            public void finish(DatasetCharacterization dataset) throws IOException {
                writer.finish(dataset);
            }
        };
    }
}

package dev.mimeo.scan;

import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import java.io.IOException;

/** Takes what a scan finds, on the thread that scans. A characterization writer is one; so is a test's list. */
public interface CharacterizationSink {

    /**
     * Is told before the first chunk that all of the data will be scanned, and not a sample; does nothing by default.
     *
     * @param empty the data set without chunks
     * @throws IOException if the sink has no room even for that
     */
    default void expectWhole(DatasetCharacterization empty) throws IOException {}

    /** Takes the next chunk; numbers come in order from 0. */
    void write(ChunkCharacterization chunk) throws IOException;

    /** Takes how the chunks are made, if that was scanned, after all chunks; does nothing by default. */
    default void write(MimicCharacterization mimic) throws IOException {}

    /** Takes the data set, after all else. */
    void finish(DatasetCharacterization dataset) throws IOException;

    /** Returns a sink that writes a file; the writer remains the caller's to close. */
    static CharacterizationSink to(CharacterizationWriter writer) {
        return new CharacterizationSink() {
            @Override
            public void write(ChunkCharacterization chunk) throws IOException {
                writer.write(chunk);
            }

            @Override
            public void write(MimicCharacterization mimic) throws IOException {
                writer.write(mimic);
            }

            @Override
            public void finish(DatasetCharacterization dataset) throws IOException {
                writer.finish(dataset);
            }
        };
    }
}

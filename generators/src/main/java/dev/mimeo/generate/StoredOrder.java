package dev.mimeo.generate;

import dev.mimeo.characterization.Characterization;
import java.io.IOException;

/** The rows in the order of the characterization, again and again. */
final class StoredOrder extends CompleteCycles {

    private final Characterization characterization;
    private final CharacterizationRows offsets;

    StoredOrder(Characterization characterization, CharacterizationRows offsets) {
        super(characterization);
        this.characterization = characterization;
        this.offsets = offsets;
    }

    @Override
    public long rowOf(long number) {
        return number % chunks();
    }

    @Override
    public long numberAt(long position) throws IOException {
        return position / bytes() * chunks() + characterization.chunkAt(position % bytes());
    }

    @Override
    public long startOf(long number) throws IOException {
        return Math.addExact(
                Math.multiplyExact(cycleOf(number), bytes()),
                offsets.row(rowOf(number)).offset());
    }
}

package dev.mimeo.generate.internal.mimic;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The text of a class, drawn and indexed when it is first asked for, and then kept. Thread-safe. */
final class ClassText implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Draw draw;
    private final int order;

    /** Set by the thread that draws and indexes the text, so that others do something else meanwhile. */
    private final AtomicBoolean claimed = new AtomicBoolean();

    private volatile @Nullable TextPool pool;

    /** The bytes of a text, which texts with other indexes may have as well. */
    private static final class Draw implements Serializable {
        private static final long serialVersionUID = 1L;

        private final ContextModel contexts;
        private final int run;
        private final int bits;

        @GuardedBy("this") private byte @Nullable [] text;

        Draw(ContextModel contexts, int run, int bits) {
            this.contexts = contexts;
            this.run = run;
            this.bits = bits;
        }

        synchronized byte[] text() {
            byte[] drawn = text;
            if (drawn == null) {
                // The same seed for all, so that the text does not depend on what else is in a model.
                drawn = TextPool.draw(contexts, run, bits, 0);
                text = drawn;
            }
            return drawn;
        }

        boolean isOf(ContextModel others, ContentClass content) {
            return contexts == others && run == content.run() && bits == content.poolBits();
        }
    }

    private ClassText(Draw draw, int order) {
        this.draw = draw;
        this.order = order;
    }

    /** Returns the text of a class with a context model. */
    static ClassText of(ContextModel contexts, ContentClass content) {
        return new ClassText(new Draw(contexts, content.run(), content.poolBits()), content.textOrder());
    }

    /** Returns this text as another class has it, or null if it has another text: that of another context model, for example. */
    @Nullable ClassText as(ContextModel contexts, ContentClass content) {
        if (!draw.isOf(contexts, content)) {
            return null;
        }
        return order == content.textOrder() ? this : new ClassText(draw, content.textOrder());
    }

    /**
     * Returns the text. If another thread draws it, this one draws others meanwhile, which whoever generates with several threads most
     * likely needs as well, and then waits.
     *
     * @param others texts of the same model, null for classes without one
     */
    TextPool get(List<@Nullable ClassText> others) {
        if (pool == null && !claimed.compareAndSet(false, true)) {
            for (ClassText other : others) {
                if (pool != null) {
                    break;
                }
                if (other != null) {
                    other.drawUnclaimed();
                }
            }
        }
        return get();
    }

    /** Draws the text, unless a thread did so or does. */
    void drawUnclaimed() {
        if (claimed.compareAndSet(false, true)) {
            get();
        }
    }

    /** Returns the text, and waits for a thread that draws it. */
    TextPool get() {
        TextPool drawn = pool;
        return drawn == null ? draw() : drawn;
    }

    private synchronized TextPool draw() {
        TextPool drawn = pool;
        if (drawn == null) {
            drawn = new TextPool(draw.text(), order, draw.run);
            pool = drawn;
        }
        return drawn;
    }
}

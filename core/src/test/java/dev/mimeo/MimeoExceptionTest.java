package dev.mimeo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.MimeoException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

final class MimeoExceptionTest {

    @Test
    void messagesAreOneLine() {
        MimeoException exception = new MimeoException(Reason.EMPTY, "a\nb\r\u0085c\u2028d\u001b[31m: holds no data");
        assertThat(exception).hasMessage("a?b??c?d?[31m: holds no data").hasNoCause();
        assertThat(exception.source()).isEmpty();
        assertThat(exception.offset()).isEqualTo(-1);
        assertThat(exception.reason()).isEqualTo(Reason.EMPTY);
    }

    /** Spark sends the failures of its tasks to the driver. */
    @Test
    void comesBackFromASerializedForm() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new MimeoException("f.ds", 17, Reason.TRUNCATED, "f.ds: cut off", new IOException("why")));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            MimeoException back = (MimeoException) in.readObject();
            assertThat(back).hasMessage("f.ds: cut off").hasRootCauseMessage("why");
            assertThat(back.source()).isEqualTo("f.ds");
            assertThat(back.offset()).isEqualTo(17);
            assertThat(back.reason()).isEqualTo(Reason.TRUNCATED);
        }
    }
}

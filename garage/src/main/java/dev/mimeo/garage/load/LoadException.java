package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.sql.SqlException;
import java.sql.SQLException;

/** Reports tables that cannot be packed, or files that cannot be turned into tables; the message is one line. */
final class LoadException extends MimeoException {

    private static final long serialVersionUID = 1L;

    LoadException(String message) {
        super(Reason.CORRUPT, message);
    }

    LoadException(String message, Throwable cause) {
        super("", -1, Reason.CORRUPT, message, cause);
    }

    /** Makes an exception of an error of the engine. */
    static LoadException of(String what, SQLException e) {
        return new LoadException(SqlException.named(what, SqlException.message(e)), e);
    }
}

package dev.mimeo.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the shared options that change nothing for a command. It accepts them, and its help leaves them out. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WithoutOptions {

    /** Returns the names, such as {@code --threads}. */
    String[] value();
}

package dev.mimeo.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel to a file with a fault, which can be written only if the fault is a full disk. For one thread. */
final class FaultyChannel extends FileChannel {
    private final FileChannel real;
    private final FaultyFiles.Fault fault;

    FaultyChannel(FileChannel real, FaultyFiles.Fault fault) {
        this.real = real;
        this.fault = fault;
    }

    private boolean isBeyond(long position) throws IOException {
        boolean beyond = position >= real.size() / 2;
        if (beyond && fault == FaultyFiles.Fault.FAILS) {
            throw new IOException("Input/output error");
        }
        return beyond && fault == FaultyFiles.Fault.SHRINKS;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int count = read(to, real.position());
        if (count > 0) {
            real.position(real.position() + count);
        }
        return count;
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
        if (isBeyond(position)) {
            return -1;
        }
        boolean whole = fault == FaultyFiles.Fault.GROWS || position >= real.size() / 2;
        int most = whole ? to.remaining() : (int) Math.min(to.remaining(), real.size() / 2 - position);
        ByteBuffer part = to.slice(to.position(), most);
        int count = real.read(part, position);
        to.position(to.position() + Math.max(0, count));
        return count;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) throws IOException {
        return length == 0 ? 0 : read(to[offset]);
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(count, 1 << 13));
        int read = read(bytes, position);
        return read <= 0 ? 0 : to.write(bytes.flip());
    }

    private IOException full() {
        if (fault != FaultyFiles.Fault.FULL) {
            throw new UnsupportedOperationException();
        }
        return new IOException("No space left on device");
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        throw full();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        throw full();
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        throw full();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        real.truncate(size);
        return this;
    }

    @Override
    public void force(boolean all) throws IOException {
        real.force(all);
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}

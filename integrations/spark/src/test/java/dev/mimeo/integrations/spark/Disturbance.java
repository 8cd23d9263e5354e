package dev.mimeo.integrations.spark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerSpeculativeTaskSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/** Does something when some tasks of a job have ended, and sees what the scheduler does about it. */
final class Disturbance extends SparkListener {

    private final int tasks;
    private final Runnable action;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger repeated = new AtomicInteger();
    private final CountDownLatch removed = new CountDownLatch(1);
    private final CountDownLatch copied = new CountDownLatch(1);

    /** @param tasks that end before; others are still to be done then */
    Disturbance(int tasks, Runnable action) {
        this.tasks = tasks;
        this.action = action;
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart task) {
        if (task.taskInfo().attemptNumber() > 0 && !task.taskInfo().speculative()) {
            repeated.incrementAndGet();
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
        if (ended.incrementAndGet() == tasks) {
            action.run();
        }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
        removed.countDown();
    }

    @Override
    public void onSpeculativeTaskSubmitted(SparkListenerSpeculativeTaskSubmitted task) {
        copied.countDown();
    }

    /** Waits until it is known that an executor was lost. */
    void awaitRemoval() throws InterruptedException {
        removed.await();
    }

    /** Waits until it is known that a copy was made of a task that fell behind. */
    void awaitCopy() throws InterruptedException {
        copied.await();
    }

    /** Returns the tasks that were started again because they were lost. */
    int repeated() {
        return repeated.get();
    }
}

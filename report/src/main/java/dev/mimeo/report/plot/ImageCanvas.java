package dev.mimeo.report.plot;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;

/** Draws an image with two dots a pixel each way, and writes it as PNG. For one thread at a time. */
final class ImageCanvas implements Canvas {

    private static final int SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D graphics;

    /**
     * Creates a white image.
     *
     * @throws MimeoException if Java finds no fonts
     */
    ImageCanvas(int width, int height) throws MimeoException {
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        requireFonts();
    }

    /** Java reports fonts and libraries that are missing by errors of several kinds, which depend on its version. */
    private void requireFonts() throws MimeoException {
        try {
            graphics.getFontMetrics();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new MimeoException(
                    "",
                    -1,
                    Reason.UNSUPPORTED,
                    "PNG needs fonts, and Java finds none: install fontconfig and a font such as DejaVu, or draw SVG",
                    e);
        }
    }

    @Override
    public void line(double[] x, double[] y, Paint paint, double width, float[] dash) {
        if (x.length == 0) {
            return;
        }
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int i = 1; i < x.length; i++) {
            path.lineTo(x[i], y[i]);
        }
        graphics.setColor(new Color(paint.rgb()));
        graphics.setStroke(new BasicStroke(
                (float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash.length == 0 ? null : dash, 0));
        graphics.draw(path);
    }

    @Override
    public void rectangle(double x, double y, double width, double height, Paint paint) {
        graphics.setColor(new Color(paint.rgb()));
        graphics.fill(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void text(double x, double y, String text, int size, Anchor anchor) {
        text(x, y, text, size, anchor, 0);
    }

    @Override
    public void upwardText(double x, double y, String text, int size, Anchor anchor) {
        text(x, y, text, size, anchor, -Math.PI / 2);
    }

    private void text(double x, double y, String text, int size, Anchor anchor, double radians) {
        graphics.setColor(new Color(Paint.INK.rgb()));
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double shift = anchor == Anchor.START ? 0 : anchor == Anchor.END ? -width : -width / 2;
        AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        graphics.rotate(radians);
        graphics.drawString(text, (float) shift, 0);
        graphics.setTransform(before);
    }

    @Override
    public void write(OutputStream out) throws IOException {
        graphics.dispose();
        if (!ImageIO.write(image, "png", out)) {
            throw new MimeoException(Reason.UNSUPPORTED, "this Java platform cannot write PNG");
        }
    }
}

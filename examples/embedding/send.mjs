// Sends raw 1080p30 frames and 48 kHz stereo samples through a pipe: send.mjs FRAMES.yuv SAMPLES.pcm OUTPUT
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { once } from "node:events";

const [frames, samples, output] = process.argv.slice(2);
const studio = spawn("psstudio", [
    "start", "--video", "-", "--width", "1920", "--height", "1080", "--fps", "30", "--format", "i420-limited",
    "--audio", samples, "--out", output, "--quiet", ...(process.env.FAST ? ["--fast"] : []),
], { stdio: ["pipe", "inherit", "inherit"] });
const ended = once(studio, "exit");
studio.stdin.on("error", () => {});  // psstudio has ended; its exit code says why.

const file = await open(frames);
const frame = Buffer.alloc(1920 * 1080 * 3 / 2);
while ((await file.read(frame, 0, frame.length, null)).bytesRead === frame.length && studio.stdin.writable) {
    // Backpressure: the next frame is read when psstudio has taken this one.
    if (!studio.stdin.write(frame)) await Promise.race([new Promise((next) => studio.stdin.once("drain", next)), ended]);
}
await file.close();
studio.stdin.end();
const [code] = await ended;
process.exitCode = code;
